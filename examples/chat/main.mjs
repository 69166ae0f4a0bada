import { startChat } from './server.mjs';

const { url } = await startChat({ port: Number(process.env.PORT ?? 8080) });
console.log(`A chat, at ${url}`);
