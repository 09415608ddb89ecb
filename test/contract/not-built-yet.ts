/** Rows of the contract without an endpoint. A change that adds the endpoint removes its row. */
export const NOT_BUILT_YET: readonly string[] = [];
