import { Name } from './name';

export default function Page() {
  return <Name id="77" />;
}
