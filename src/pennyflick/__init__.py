"""Five table-top flicking games on one exact simulator and one referee that shows its working."""

__version__ = "0.2.0"
