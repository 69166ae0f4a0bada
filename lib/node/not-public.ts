const PRIVATE =
  'it has an address that is not public. If that is meant, name the address in the option allow';

/** Why `publicOnly` opens no connection. It names the host and no address: where a name leads is not for everybody. */
export function notPublic(host: string, why = PRIVATE): Error {
  const error = new Error(`publicOnly doesn't connect to ${host}: ${why}.`);
  return Object.assign(error, { code: 'ERR_NOT_PUBLIC' });
}
