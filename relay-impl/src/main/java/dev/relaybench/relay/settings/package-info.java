/// The settings: one tree of records, read strictly from a properties file.
///
/// Every key, default and rule lives here and nowhere else. Nothing here opens a connection.
@NullMarked
package dev.relaybench.relay.settings;

import org.jspecify.annotations.NullMarked;
