"""Penny Black: nineteen pennies packed in a hexagon and one shooter that both players use."""
