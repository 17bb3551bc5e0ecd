/** A file of the app could not be fetched: the browser is offline, or a newer version has replaced the file. */
export class NotLoaded extends Error {
  readonly code = 'not_loaded';
}
