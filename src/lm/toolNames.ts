/** The tools, named after their tasks; their IDs start with `partnerLogs_`. */
export const TOOLS = ['find_logs', 'read_log', 'count_visitors'] as const;
export type ToolName = (typeof TOOLS)[number];
