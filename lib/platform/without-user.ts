/** A URL without the user name and password that may stand before its host: for messages, which get logged. */
export const withoutUser = (url: string): string => url.replace(/^([^/]*\/\/)[^/]*@/, '$1');
