"""The operations of the store, each written once, in SQL that every engine reads the same way."""
