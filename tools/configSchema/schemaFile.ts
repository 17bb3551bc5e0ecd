/** Served beside the app, so that `"$schema": "/config.schema.json"` works for each installation. */
export const SCHEMA_FILE = new URL('../../public/config.schema.json', import.meta.url);
