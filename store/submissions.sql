-- name: accept
-- Source, submission and queue row, or nothing at all. No row: there is no such problem.
with problem as (
    select id from problems where slug = %(problem)s
), source as (
    insert into sources (digest, size, body)
    select %(digest)s, %(size)s, %(body)s from problem
    on conflict do nothing
), submission as (
    insert into submissions (user_name, problem, runtime, file_name, lane, source)
    select %(user)s, id, %(runtime)s, %(file_name)s, %(lane)s, %(digest)s from problem
    returning id
)
insert into queue (submission, judging, lane, runtime)
select id, 1, %(lane)s, %(runtime)s from submission
returning submission

-- name: accept_once
-- The same under an idempotency key. No row: there is no such problem, or someone else just took the key.
with problem as (
    select id from problems where slug = %(problem)s
), reserved as (
    insert into idempotency_keys (user_name, key, submission)
    select %(user)s, %(key)s, nextval('submissions_id_seq') from problem
    on conflict do nothing
    returning submission
), source as (
    insert into sources (digest, size, body)
    select %(digest)s, %(size)s, %(body)s from reserved
    on conflict do nothing
), submission as (
    insert into submissions (id, user_name, problem, runtime, file_name, lane, source)
    overriding system value
    select reserved.submission, %(user)s, problem.id, %(runtime)s, %(file_name)s, %(lane)s, %(digest)s
      from problem, reserved
    returning id
)
insert into queue (submission, judging, lane, runtime)
select id, 1, %(lane)s, %(runtime)s from submission
returning submission

-- name: under_key
-- What was submitted under an idempotency key, and whether it is what comes now.
select s.id, (p.slug, s.runtime, s.file_name, s.lane, s.source)
           = (%(problem)s::text, %(runtime)s::text, %(file_name)s::text, %(lane)s::smallint, %(digest)s::bytea)
  from idempotency_keys k
  join submissions s on s.id = k.submission
  join problems p on p.id = s.problem
 where k.user_name = %(user)s and k.key = %(key)s

-- name: get
-- One submission; for a waiting one also how many are ahead in its lane, counted up to 1,000.
select v.*, case when v.state = 'QUEUED' then (
       select count(*) from (
           select 1 from queue q where q.state = 0 and q.lane = v.lane and q.seq < v.seq limit 1000
       ) ahead) end as position
  from submission_states v
 where v.id = %(id)s

-- name: finished
-- Which of these are neither waiting nor running.
select s.id from submissions s
 where s.id = any(%(ids)s) and not exists (select 1 from queue q where q.submission = s.id)
 order by s.id

-- name: source
-- The source of one submission.
select b.body from submissions s join sources b on b.digest = s.source where s.id = %(id)s

-- name: judgings
-- All finished judgings of one submission.
select j.*, j.number as judged_number, j.version as judged_version
  from judgings j where j.submission = %(id)s order by j.number

-- name: outputs
-- What the program wrote in one judging.
select test, stdout, stderr, stdout_cut, stderr_cut
  from judging_outputs where submission = %(id)s and number = %(number)s order by test

-- name: recent
-- The newest submissions before an id.
select v.*, null::bigint as position from submission_states v
 where v.id < %(before)s order by v.id desc limit %(limit)s

-- name: recent_of_user
-- The same, of one user.
select v.*, null::bigint as position from submission_states v
 where v.user_name = %(user)s and v.id < %(before)s order by v.id desc limit %(limit)s

-- name: recent_of_problem
-- The same, to one problem.
select v.*, null::bigint as position from submission_states v
 where v.problem_id = (select id from problems where slug = %(problem)s) and v.id < %(before)s
 order by v.id desc limit %(limit)s

-- name: recent_of_user_to_problem
-- The same, of one user to one problem.
select v.*, null::bigint as position from submission_states v
 where v.user_name = %(user)s and v.problem_id = (select id from problems where slug = %(problem)s)
   and v.id < %(before)s
 order by v.id desc limit %(limit)s
