export const POST = async (request) => {
  const given = await request.formData();
  const form = new FormData();
  form.append('name', given.get('name'));
  form.append('file', given.get('file'), 'file.txt');
  const url = `${process.env.PROOF_BACKEND}/upload`;
  const response = await fetch(new Request(url, { method: 'POST', body: form }));
  return Response.json(await response.json());
};
