package dev.relaybench.harness.toxiproxy;

/// What moves through a chain: pieces of data and, behind them, the end of the stream.
sealed interface Item permits Piece, EndOfStream {}
