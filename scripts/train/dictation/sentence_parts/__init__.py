"""Tables and small grammars that sentences of clinical dictation are made of."""
