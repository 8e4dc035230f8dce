// The app's connection in a browser: the socket with its surroundings, and its state for banners.
import { session } from '../session.svelte.ts';
import { settings } from '../settings.svelte.ts';
import { GameSocket, type SocketLike, type SocketState, type Surroundings } from './socket.ts';

function address(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`;
}

const browser: Surroundings = {
  connect(): SocketLike {
    const socket = new WebSocket(address());
    const like: SocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => socket.send(text),
      close(code) {
        // Browsers complain of one that is closed before it is open.
        if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close(code));
        else socket.close(code);
      },
    };
    socket.onopen = () => like.onopen?.();
    socket.onmessage = (event) => like.onmessage?.({ data: event.data as unknown });
    socket.onclose = ({ code }) => like.onclose?.({ code });
    return like;
  },
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  isOnline: () => navigator.onLine,
  onchange(hear) {
    window.addEventListener('online', () => hear('online'));
    window.addEventListener('offline', () => hear('offline'));
    window.addEventListener('pageshow', (event) => event.persisted && hear('awake'));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hear('awake'));
  },
};

class Connection {
  readonly socket = new GameSocket(browser);
  state: SocketState = $state('closed');
  /** When the connection was lost, for banners that need not appear at once; null while there is none to miss. */
  lostAt: number | null = $state(null);

  constructor() {
    this.socket.onstate((state) => {
      this.state = state;
      if (state === 'open' || state === 'closed') this.lostAt = null;
      else if (state !== 'connecting') this.lostAt ??= Date.now();
    });
    this.socket.onsignedout = () => void session.load();
    session.onidentity(() => this.socket.restart());
    $effect.root(() => {
      $effect(() => this.socket.setChat(settings.chat));
    });
  }
}

export const connection = new Connection();
