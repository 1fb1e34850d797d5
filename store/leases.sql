-- name: claim
-- Takes the best waiting rows of these runtimes, by lane and then sequence. Reads a window of each runtime's head
-- without locking it, so that rows which others are just claiming are passed over and none is locked in vain.
with candidate as materialized (
    select head.submission, head.lane, head.seq
      from unnest(%(runtimes)s::text[]) as offered (runtime)
     cross join lateral (
         select q.submission, q.lane, q.seq from queue q
          where q.state = 0 and q.runtime = offered.runtime and q.lane = any(%(lanes)s::smallint[])
          order by q.lane, q.seq
          limit 64
     ) head
), picked as materialized (
    select locked.submission
      from (select * from candidate order by lane, seq limit 64) best
     cross join lateral (
         select q.submission from queue q
          where q.submission = best.submission and q.state < 1  -- not "= 0": only the primary key may serve this
            for update skip locked
     ) locked
     order by best.lane, best.seq
     limit %(most)s
), taken as (
    update queue q
       set state = 1, token = gen_random_uuid(), worker = %(worker)s, version = p.active,
           claimed_at = now(), lease_until = now() + make_interval(secs => %(lease_seconds)s)
      from picked
      join submissions s on s.id = picked.submission
      join problems p on p.id = s.problem
     where q.submission = picked.submission
    returning q.submission, q.judging, q.token, q.attempt, q.lane, q.seq, q.version,
              s.user_name, p.slug, s.problem, s.runtime, s.file_name, s.source
)
select t.submission, t.judging, t.token::text, t.attempt, t.lane, t.user_name, t.slug, t.version,
       encode(v.digest, 'hex'), t.runtime, t.file_name, b.body
  from taken t
  join problem_versions v on v.problem = t.problem and v.number = t.version
  join sources b on b.digest = t.source
 order by t.lane, t.seq

-- name: renew
-- Moves the deadline of every row that is still held under its token. Says nothing of state, on purpose: a planner
-- whose statistics are old would scan the partial index for it.
update queue q
   set lease_until = now() + make_interval(secs => %(lease_seconds)s)
  from unnest(%(submissions)s::bigint[], %(tokens)s::uuid[]) as held (submission, token)
 where q.submission = held.submission and q.token = held.token
returning q.token::text

-- name: finish
-- Ends the judging of the row that is held under this token; nothing happens where the token is no longer good.
with released as (
    delete from queue where submission = %(submission)s and token = %(token)s
    returning submission, judging, version, worker, attempt, claimed_at
), judged as (
    insert into judgings (submission, number, version, verdict, reason, cpu_ns, wall_ns, memory_bytes, tests,
                          tests_total, compile_output, compile_cpu_ns, worker, image_digest, attempt, started_at,
                          finished_at)
    select submission, judging, version, %(verdict)s, %(reason)s, %(cpu_ns)s, %(wall_ns)s, %(memory_bytes)s,
           %(tests)s::jsonb, %(tests_total)s, %(compile_output)s, %(compile_cpu_ns)s,
           coalesce(nullif(%(worker)s::text, ''), worker), %(image_digest)s, attempt, claimed_at, greatest(now(), claimed_at)
      from released
    returning submission, number
), kept as (
    insert into judging_outputs (submission, number, test, stdout, stderr, stdout_cut, stderr_cut)
    select j.submission, j.number, o.*
      from judged j, unnest(%(output_tests)s::integer[], %(stdouts)s::bytea[], %(stderrs)s::bytea[],
                            %(stdouts_cut)s::boolean[], %(stderrs_cut)s::boolean[]) as o
)
select 1 from judged

-- name: give_back
-- Back to waiting, at its old place; the attempt does not count.
update queue
   set state = 0, token = null, worker = null, version = null, claimed_at = null, lease_until = null
 where submission = %(submission)s and token = %(token)s
returning submission

-- name: fail
-- Back to waiting after the judge failed under this token; the attempt counts. No row at the last attempt.
update queue
   set state = 0, token = null, worker = null, version = null, claimed_at = null, lease_until = null,
       attempt = attempt + 1
 where submission = %(submission)s and token = %(token)s and attempt + 1 < %(max_attempts)s
returning submission

-- name: park
-- Ends a judging that failed under this token once too often.
with released as (
    delete from queue where submission = %(submission)s and token = %(token)s
    returning submission, judging, version, worker, attempt + 1 as attempts, claimed_at
)
insert into judgings (submission, number, version, verdict, reason, cpu_ns, wall_ns, memory_bytes, tests, tests_total,
                      compile_output, compile_cpu_ns, worker, image_digest, attempt, started_at, finished_at)
select submission, judging, version, 'INTERNAL_ERROR', format('judge failed %%s times', attempts), 0, 0, 0, '[]', 0,
       '', 0, worker, '', attempts, claimed_at, greatest(now(), claimed_at)
  from released
returning submission

-- name: requeue_expired
-- Back to waiting where the lease ended before the last attempt.
with dead as materialized (
    select submission from queue
     where state = 1 and lease_until < now() and attempt + 1 < %(max_attempts)s
     order by submission limit 500
       for update skip locked
)
update queue q
   set state = 0, token = null, worker = null, version = null, claimed_at = null, lease_until = null,
       attempt = q.attempt + 1
  from dead
 where q.submission = dead.submission
returning q.submission

-- name: park_expired
-- Ends the judgings whose lease ended in the last attempt.
with dead as materialized (
    select submission from queue
     where state = 1 and lease_until < now() and attempt + 1 >= %(max_attempts)s
     order by submission limit 500
       for update skip locked
), released as (
    delete from queue q using dead
     where q.submission = dead.submission
    returning q.submission, q.judging, q.version, q.worker, q.attempt + 1 as attempts, q.claimed_at
)
insert into judgings (submission, number, version, verdict, reason, cpu_ns, wall_ns, memory_bytes, tests, tests_total,
                      compile_output, compile_cpu_ns, worker, image_digest, attempt, started_at, finished_at)
select submission, judging, version, 'INTERNAL_ERROR', format('lease expired %%s times', attempts), 0, 0, 0, '[]', 0,
       '', 0, worker, '', attempts, claimed_at, greatest(now(), claimed_at)
  from released
returning submission

-- name: depth
-- How many wait in each lane.
select lane, count(*) from queue where state = 0 group by lane
