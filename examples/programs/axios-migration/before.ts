import axios, { type AxiosError } from 'axios';

interface User {
  id: number;
  name: string;
  role: string;
}

const http = axios.create({ baseURL: process.env['API_URL'] ?? 'http://localhost:3000', timeout: 5000 });

http.interceptors.request.use((config) => {
  config.headers.set('Authorization', 'Bearer token-of-ada');
  return config;
});

http.interceptors.response.use(
  (response) => response,
  (error: AxiosError<{ message?: string }>) => {
    console.log('reported:', error.response?.status, error.response?.data.message);
    return Promise.reject(error);
  },
);

const whoAmI = async () => (await http.get<User>('/me')).data;
const listUsers = async (role: string[]) =>
  (await http.get<User[]>('/users', { params: { role }, paramsSerializer: { indexes: null } })).data;
const addUser = async (name: string) => (await http.post<User>('/users', { name, role: 'reader' })).data;
const findUser = async (id: number) => {
  try {
    return (await http.get<User>(`/users/${id}`)).data;
  } catch (error) {
    if (axios.isAxiosError(error) && error.response?.status === 404) return null;
    throw error;
  }
};

console.log('me:', (await whoAmI()).name);
console.log('all:', (await listUsers(['admin', 'reader'])).map(({ name }) => name).join(', '));
console.log('added:', (await addUser('Barbara')).id);
console.log('missing user:', await findUser(99));
