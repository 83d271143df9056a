package dev.relaybench.relay.polling;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// A strategy of claiming rows: who holds them while they are published, and by what.
///
/// Claims are exclusive: no row is held twice at the same time, however many relays there are. Order is another
/// guarantee and another switch. One loop at a time uses an object of this type.
public interface Claims {
    /// Claims rows that are due.
    ///
    /// @param limit most rows
    /// @return what was claimed, perhaps nothing; to be closed
    /// @throws SQLException if the database failed
    Claim claim(int limit) throws SQLException;

    /// Rows that are held until they are settled.
    interface Claim extends AutoCloseable {
        /// The rows, in the order in which they were appended.
        List<ClaimedRow> rows();

        /// Whether the rows are certain to be held for so long from now. A process that was frozen finds out here that
        /// somebody else may have its rows by now, and must not publish them.
        boolean holdsFor(Duration time);

        /// Records in one transaction what became of the rows, and so ends the claim.
        ///
        /// @throws SQLException if the database failed: recorded or not, nobody knows
        Marked settle(Settlement settlement) throws SQLException;

        /// Whether {@link #settle} can be called again when it has failed: the rows are held all the same.
        boolean outlivesItsConnection();

        /// Gives back what nobody has tried to settle, if the database is there. Never throws.
        @Override
        void close();
    }
}
