import * as v from 'valibot';
import { parseCatalog } from './catalog/parseCatalog.ts';
import type { ReportProblem } from './catalog/reportProblem.ts';
import type { FileConfig } from './config.ts';
import { configFileSchema } from './configFileSchema.ts';
import { validateMainnets } from './mainnet/validateMainnets.ts';
import { describeIssue } from './schemaFields.ts';

/** Parses the text of a configuration file, and adds a sentence for each wrong setting to the problems. */
export function parseConfigFile(text: string, problems: string[]): FileConfig | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    problems.push(`The configuration file is not JSON: ${error instanceof Error ? error.message : error}.`);
    return null;
  }
  const file = v.safeParse(configFileSchema, json);
  if (!file.success) {
    problems.push(...file.issues.map(describeIssue));
    return null;
  }
  const { http, operator = null, pricesAsOf } = file.output;
  if (operator && operator.port !== 0 && operator.port === http.port) {
    problems.push(`operator.port must differ from http.port, but both are ${http.port}.`);
  }
  const report: ReportProblem = (path, problem) => problems.push(`${path} ${problem}.`);
  validateMainnets(report, file.output);
  const catalog = parseCatalog(report, file.output);
  const trustProxy = http.trustProxy ?? false;
  return { http: { ...http, trustProxy }, operator, catalog, pricesAsOf: pricesAsOf ? new Date(pricesAsOf) : null };
}
