import { startRoom } from './start.mjs';

const { url } = await startRoom({
  port: Number(process.env.PORT ?? 8080),
  onTold: ({ route, what }) => console.log(`${what.padEnd(9)} ${route}`),
});
console.log(`The reading room runs at ${url}`);
