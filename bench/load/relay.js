// The yardstick of the load test: forwards each message of a pair to the other, and does nothing else.
//
// usage: node relay.js   prints "Listening on http://127.0.0.1:PORT"; the first message of a client names its pair
'use strict';
const { WebSocketServer } = require('ws');

const waiting = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 4096 });

server.on('connection', (socket) => {
  let peer = null;
  socket.once('message', (pair) => {
    const key = pair.toString();
    const other = waiting.get(key);
    const forward = (from, to) => from.on('message', (data) => to.send(data, { binary: false }));
    if (other) {
      waiting.delete(key);
      forward(socket, other);
      forward(other, socket);
    } else {
      waiting.set(key, socket);
    }
    peer = other;
  });
  socket.on('close', () => peer && peer.close());
});
server.on('listening', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
