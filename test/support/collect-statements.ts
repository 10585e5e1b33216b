/** Prepares statements in promise jobs of a socket and drops them, so that the collector meets them there. */
import { connect, createServer } from 'node:net';
import SqliteDatabase from '../../src/store/sqlite.js';

const TURNS = 300;
const database = new SqliteDatabase(':memory:');
database.exec('CREATE TABLE item (value INTEGER)');
const server = createServer((socket) => {
  socket.on('data', async () => {
    for (let index = 0; index < 200; index += 1) {
      database.prepare('SELECT value FROM item WHERE value = ?').get(index);
      await undefined;
      Array.from({ length: 300 }, (_, value) => ({ value }));
    }
    socket.write('next');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  let turns = 0;
  client.on('data', () => {
    turns += 1;
    if (turns < TURNS) client.write('next');
    else client.end(() => server.close());
  });
  client.on('close', () => console.log(`${turns} turns`));
  client.write('next');
});
