-- name: put_problem
-- The problem's row, made or given a new title and statements; locks out other publishers of it.
insert into problems (slug, title, statements, active)
values (%(slug)s, %(title)s, %(statements)s::jsonb, 1)
on conflict (slug) do update set title = excluded.title, statements = excluded.statements
returning id

-- name: version_of
-- Which version of a problem has this manifest.
select number from problem_versions where problem = %(problem)s and digest = %(digest)s

-- name: add_version
-- The next version of a problem.
insert into problem_versions (problem, number, digest, manifest, time_ms, memory_bytes, tests)
select %(problem)s, coalesce(max(number), 0) + 1, %(digest)s, %(manifest)s, %(time_ms)s, %(memory_bytes)s, %(tests)s
  from problem_versions where problem = %(problem)s
returning number

-- name: add_samples
-- The sample tests of a version, which contestants may see.
insert into samples (problem, version, number, input, answer)
select %(problem)s, %(version)s, s.number, s.input, s.answer
  from unnest(%(inputs)s::bytea[], %(answers)s::bytea[]) with ordinality as s (input, answer, number)

-- name: activate
-- New judgings use this version.
update problems set active = %(version)s where id = %(problem)s

-- name: get
-- A problem at its active version.
select p.slug, p.title, p.statements, v.number, encode(v.digest, 'hex') as digest, v.manifest
  from problems p join problem_versions v on v.problem = p.id and v.number = p.active
 where p.slug = %(slug)s

-- name: all_problems
-- Every problem in brief.
select p.slug, p.title, v.number, v.time_ms, v.memory_bytes, v.tests
  from problems p join problem_versions v on v.problem = p.id and v.number = p.active
 order by p.slug

-- name: samples
-- The samples of a problem's active version.
select s.input, s.answer
  from problems p join samples s on s.problem = p.id and s.version = p.active
 where p.slug = %(slug)s
 order by s.number
