-- The whole schema, in its present version. An empty database gets this file; an older one gets store/migrations/.
-- Postgres 15 to 18. Times are the database's. Digests are sha256.

create table schema_version (
    only_row   boolean primary key default true check (only_row),
    number     integer not null check (number > 0),
    changed_at timestamptz not null default now()
);

-- Source code by content: equal sources are stored once, and a rejudge copies nothing.
create table sources (
    digest bytea primary key check (length(digest) = 32),
    size   integer not null check (size > 0),
    body   bytea not null  -- zlib
);
alter table sources alter column body set storage external;

-- Title and statements belong to the problem; a version is test data and never changes.
create table problems (
    id         bigint generated always as identity primary key,
    slug       text not null unique check (slug ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
    title      text not null,
    statements jsonb not null default '[]' check (jsonb_typeof(statements) = 'array'),
    active     integer not null,  -- the version that new judgings use
    created_at timestamptz not null default now()
);

create table problem_versions (
    problem      bigint not null references problems,
    number       integer not null check (number > 0),
    digest       bytea not null check (digest = sha256(manifest)),
    manifest     bytea not null,
    time_ms      integer not null check (time_ms > 0),
    memory_bytes bigint not null check (memory_bytes > 0),
    tests        integer not null check (tests >= 0),
    created_at   timestamptz not null default now(),
    primary key (problem, number),
    unique (problem, digest)
);
alter table problems add foreign key (id, active) references problem_versions deferrable initially deferred;

create table samples (
    problem bigint not null,
    version integer not null,
    number  integer not null check (number > 0),
    input   bytea not null,
    answer  bytea not null,
    primary key (problem, version, number),
    foreign key (problem, version) references problem_versions
);

-- What was submitted; a row never changes. No foreign key to problems: no problem is ever deleted, and thousands of
-- submissions a minute to one problem would share-lock its row.
create table submissions (
    id         bigint generated always as identity primary key,
    user_name  text not null check (length(user_name) between 1 and 200),
    problem    bigint not null,
    runtime    text not null check (length(runtime) between 1 and 100),
    file_name  text not null check (length(file_name) <= 255),
    lane       smallint not null check (lane between 0 and 3),
    source     bytea not null references sources,
    created_at timestamptz not null default now()
);
create index submissions_by_user on submissions (user_name, id);
create index submissions_by_problem on submissions (problem, id);

-- What makes a repeated request find the submission that the first one made.
create table idempotency_keys (
    user_name  text not null,
    key        text not null check (length(key) between 1 and 255),
    submission bigint not null references submissions,
    created_at timestamptz not null default now(),
    primary key (user_name, key)
);

-- Finished judgings, written once, when they end. The one in progress, if any, is its queue row.
create table judgings (
    submission     bigint not null references submissions,
    number         integer not null check (number > 0),
    version        integer not null check (version > 0),  -- of the problem
    verdict        text not null check (verdict in (
        'ACCEPTED', 'WRONG_ANSWER', 'TIME_LIMIT', 'MEMORY_LIMIT', 'OUTPUT_LIMIT',
        'RUNTIME_ERROR', 'COMPILE_ERROR', 'INTERNAL_ERROR')),
    reason         text not null,
    cpu_ns         bigint not null check (cpu_ns >= 0),
    wall_ns        bigint not null check (wall_ns >= 0),
    memory_bytes   bigint not null check (memory_bytes >= 0),
    tests          jsonb not null check (jsonb_typeof(tests) = 'array'),
    tests_total    integer not null check (tests_total >= jsonb_array_length(tests)),
    compile_output text not null,
    compile_cpu_ns bigint not null check (compile_cpu_ns >= 0),
    worker         text not null,
    image_digest   text not null,
    attempt        smallint not null check (attempt >= 0),
    started_at     timestamptz not null,
    finished_at    timestamptz not null check (finished_at >= started_at),
    primary key (submission, number)
);

-- What the program wrote, for authors only.
create table judging_outputs (
    submission bigint not null,
    number     integer not null,
    test       integer not null check (test > 0),
    stdout     bytea not null,
    stderr     bytea not null,
    stdout_cut boolean not null,
    stderr_cut boolean not null,
    primary key (submission, number, test),
    foreign key (submission, number) references judgings
);

-- The queue: narrow rows that live from acceptance to verdict. state 0 = waiting (QUEUED), 1 = claimed (RUNNING).
-- lease_until is in no index, so that renewals stay heap-only. A row keeps its seq, so what returns is served first.
create table queue (
    submission  bigint primary key references submissions,
    judging     integer not null check (judging > 0),
    lane        smallint not null check (lane between 0 and 3),
    seq         bigint generated always as identity,
    runtime     text not null,
    state       smallint not null default 0 check (state in (0, 1)),
    attempt     smallint not null default 0 check (attempt >= 0),  -- claims whose lease died
    token       uuid,
    worker      text,
    version     integer,  -- of the problem, as active at the claim
    claimed_at  timestamptz,
    lease_until timestamptz,
    enqueued_at timestamptz not null default now(),
    check (num_nonnulls(token, worker, version, claimed_at, lease_until) = case state when 1 then 5 else 0 end)
) with (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_analyze_scale_factor = 0.05
);

-- The claim reads the head of each runtime that the worker offers: a million rows of a runtime that nobody offers
-- cost nothing. The second index counts who is ahead; its seq runs backwards so that no claim can be planned on it.
create index queue_ready on queue (runtime, lane, seq) where state = 0;
create index queue_ahead on queue (lane, seq desc) where state = 0;
create index queue_running on queue (worker) where state = 1;

create table api_keys (
    digest     bytea primary key check (length(digest) = 32),
    name       text not null check (length(name) between 1 and 200),
    scopes     text[] not null check (scopes <@ array['submit', 'read', 'author', 'admin'] and cardinality(scopes) > 0),
    created_at timestamptz not null default now(),
    revoked_at timestamptz
);

create table workers (
    name       text primary key,
    runtimes   text[] not null,
    slots      integer not null check (slots > 0),
    started_at timestamptz not null default now(),
    seen_at    timestamptz not null default now()
) with (fillfactor = 50);

-- Where each submission stands, with its current finished judging. `judging` is the number in progress, else the last.
create view submission_states as
select s.id, s.user_name, p.slug as problem, s.runtime, s.file_name, s.created_at, b.size as source_bytes,
       coalesce(q.lane, s.lane) as lane, q.seq,
       case q.state when 0 then 'QUEUED' when 1 then 'RUNNING' else 'DONE' end as state,
       coalesce(q.judging, j.number) as judging,
       coalesce(q.attempt, j.attempt) as attempt,
       case when q.submission is null then j.version else q.version end as version,
       s.problem as problem_id, j.number as judged_number, j.version as judged_version, j.verdict, j.reason, j.cpu_ns, j.wall_ns,
       j.memory_bytes, j.tests, j.tests_total, j.compile_output, j.compile_cpu_ns, j.worker, j.image_digest,
       j.started_at, j.finished_at
  from submissions s
  join problems p on p.id = s.problem
  join sources b on b.digest = s.source
  left join queue q on q.submission = s.id
  left join lateral (
       select * from judgings j where j.submission = s.id order by j.number desc limit 1
  ) j on true;

insert into schema_version (number) values (1);
