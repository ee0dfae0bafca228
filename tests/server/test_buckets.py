"""How much is too much, by the clock."""

from __future__ import annotations

from pennyflick.server.buckets import MOST_BUCKETS, Bucket, Buckets


def test_a_bucket_allows_a_burst_and_then_fills_by_time() -> None:
    now = [0.0]
    bucket = Bucket(burst=2, per_s=0.5, clock=lambda: now[0])

    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_buckets_are_kept_apart_by_client() -> None:
    buckets = Buckets(burst=1, per_s=0.0, clock=lambda: 0.0)

    assert [buckets.take(client) for client in ("a", "b", "a")] == [True, True, False]


def test_what_costs_more_takes_more() -> None:
    bucket = Bucket(burst=10, per_s=1.0, clock=lambda: 0.0)

    assert [bucket.take(4.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(2.0)
    assert bucket.retry_s(3.0) == 3.0


def test_what_costs_more_than_a_burst_is_allowed_when_the_bucket_is_full_and_paid_for_later() -> None:
    now = [0.0]
    bucket = Bucket(burst=5, per_s=1.0, clock=lambda: now[0])

    assert bucket.take(20.0)
    now[0] = 19.0
    assert not bucket.take(5.0)
    now[0] = 20.0
    assert bucket.take(5.0)


def test_who_owes_waits_the_longer_the_more_he_asks() -> None:
    buckets = Buckets(burst=2, per_s=2.0, clock=lambda: 0.0)

    assert [buckets.owe("a") for _ in range(4)] == [0.0, 0.0, 0.5, 1.0]
    assert buckets.owe("b") == 0.0


def test_a_bucket_that_never_fills_is_waited_for_for_ever() -> None:
    assert Bucket(burst=0, per_s=0.0, clock=lambda: 0.0).retry_s(1.0) == 0.0
    assert Bucket(burst=1, per_s=0.0, clock=lambda: 0.0).owe(2.0) == float("inf")


def test_what_one_worker_counted_counts_with_another() -> None:
    here, there = (Buckets(burst=3, per_s=0.0, clock=lambda: 0.0) for _ in range(2))
    assert all([here.take("a"), here.take("a"), here.take("b")])

    there.spend(here.spent())

    assert here.spent() == {}
    assert [there.take("a") for _ in range(2)] == [True, False]
    assert [there.take("b") for _ in range(3)] == [True, True, False]


def test_what_was_refused_is_told_to_nobody() -> None:
    buckets = Buckets(burst=1, per_s=0.0, clock=lambda: 0.0)

    assert [buckets.take("a") for _ in range(5)] == [True, False, False, False, False]
    assert buckets.spent() == {"a": 1.0}


def test_names_without_number_take_no_more_memory_than_a_bound() -> None:
    buckets = Buckets(burst=1, per_s=0.0, clock=lambda: 0.0)
    for number in range(3 * MOST_BUCKETS):
        buckets.take(str(number))

    assert len(buckets.spent()) == MOST_BUCKETS
    assert buckets.take("0")
