export const dynamic = 'force-dynamic';

export const GET = async () => {
  const response = await fetch(`${process.env.PROOF_BACKEND}/json`);
  return Response.json({ got: await response.json(), back: response.headers.get('x-back') });
};
