"""For every test: how long an example takes is no part of any promise, least of all on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("pennyflick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pennyflick")
