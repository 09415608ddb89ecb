/** The most points of a series: more than a chart shows (spec: administration, section 3). */
export const MAX_POINTS = 400;
