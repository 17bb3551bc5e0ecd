// Types only: the package loads nowhere, and the compiler compares each name with OpenTelemetry's conventions.
import type {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_SYSTEM_NAME,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions';

export const DB_OPERATION: typeof ATTR_DB_OPERATION_NAME = 'db.operation.name';
export const DB_SUMMARY: typeof ATTR_DB_QUERY_SUMMARY = 'db.query.summary';
export const DB_SYSTEM: typeof ATTR_DB_SYSTEM_NAME = 'db.system.name';
export const HTTP_METHOD: typeof ATTR_HTTP_REQUEST_METHOD = 'http.request.method';
export const HTTP_STATUS: typeof ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code';
export const HTTP_ROUTE: typeof ATTR_HTTP_ROUTE = 'http.route';
export const URL_SCHEME: typeof ATTR_URL_SCHEME = 'url.scheme';
