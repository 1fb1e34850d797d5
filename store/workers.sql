-- name: beat
-- Says that a worker lives, and what it offers.
insert into workers (name, runtimes, slots) values (%(worker)s, %(runtimes)s, %(slots)s)
on conflict (name) do update set runtimes = excluded.runtimes, slots = excluded.slots, seen_at = now()

-- name: live
-- The workers seen lately.
select name, runtimes, slots, seen_at from workers
 where seen_at >= now() - make_interval(secs => %(seconds)s) order by name

-- name: leave
-- Forgets a worker that stops.
delete from workers where name = %(worker)s

-- name: forget
-- Forgets the workers that were not seen for long.
delete from workers where seen_at < now() - make_interval(secs => %(seconds)s) returning name
