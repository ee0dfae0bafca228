"""Two random players play a match of Penny Black; the record is printed and checked."""

from pennyflick.match import new_match, play, replay, written
from pennyflick.players import HANDS, RandomLegal
from pennyflick.record import print_record
from pennyflick.rules.registry import new_game

game = new_game("penny-black", {"turn_limit": "10"})
match = new_match(game, seed=2026, hands=dict.fromkeys(game.seats, HANDS["good"]))
match = play(match, dict.fromkeys(game.seats, RandomLegal(aimed=0.9)))
print(print_record(written(match)))
print("verified" if replay(written(match)).verified else "not verified")
