"""The number that goes into every record. Law: it rises when any golden shot changes."""

PHYSICS_VERSION = 1
