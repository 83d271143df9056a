package dev.relaybench.harness.workload;

/// One business request as the relay contract has it.
///
/// @param id event id, a UUID
/// @param aggregateId the aggregate, and the record's key
/// @param sequence number within the aggregate, from 1
/// @param topic where its event belongs
/// @param payload the event
/// @param rollback whether the application rolls it back at the end
public record BusinessRequest(
        String id, String aggregateId, long sequence, String topic, String payload, boolean rollback) {}
