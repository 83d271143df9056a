/// The way to PostgreSQL: the connection pool with a deadline on every wait, and the migrations of the tables.
///
/// Statements live beside the type that owns the table, not here.
@NullMarked
package dev.relaybench.relay.jdbc;

import org.jspecify.annotations.NullMarked;
