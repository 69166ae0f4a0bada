/** The routes of every framework, written with the current global fetch. */
const backend = process.env.PROOF_BACKEND;

export const getJson = async () => {
  const response = await fetch(`${backend}/json`);
  return { got: await response.json(), back: response.headers.get('x-back') };
};

export const getStream = () => fetch(`${backend}/stream`);

export const sendForm = async (name, file) => {
  const form = new FormData();
  form.append('name', name);
  form.append('file', file, 'file.txt');
  const response = await fetch(new Request(`${backend}/upload`, { method: 'POST', body: form }));
  return response.json();
};

export const getCookies = (cookie, requestId) =>
  fetch(`${backend}/cookies`, { headers: { cookie, 'x-request-id': requestId } });

export const hang = (signal) => fetch(`${backend}/hang`, { signal });
