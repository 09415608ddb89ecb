import pg from 'pg';

/** A node of a plan that PostgreSQL ran. Rows are the average of one loop. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/**
 * The number of rows of its table that a node read, including those that its conditions dropped.
 */
export const rowsReadBy = (node: PlanNode): number =>
  (node['Actual Loops'] ?? 0) *
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/**
 * Runs a statement with the plan for its values, and with the one for all values, which PostgreSQL
 * may choose for a statement that is prepared by name. Rolls back its writes.
 */
export async function plansOf(
  client: pg.Client,
  { sql, bindings }: Statement,
): Promise<readonly PlanNode[]> {
  const values = bindings.map(literalOf).join(', ');
  const plans: PlanNode[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`begin; set local plan_cache_mode = ${mode}; prepare planned as ${sql}`);
    try {
      const { rows } = await client.query(
        `explain (analyze, timing off, format json) execute planned${values && `(${values})`}`,
      );
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    } finally {
      await client.query('rollback; deallocate planned');
    }
  }
  return plans;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(String(value));
}
