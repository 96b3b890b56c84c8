import { createServer, type ServerResponse } from 'node:http';

/** A site whose pages fight back, on loopback. */
export interface HostileSite {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  close(): Promise<void>;
}

const script = (code: string, title = 'Hostile') => `<!doctype html><title>${title}</title><h1>Hostile</h1><script>${code}</script>`;
const later = (code: string) => script(`addEventListener('load', () => setTimeout(() => { ${code} }, 0))`);

/** By path; what stands behind the slash says it. */
const PAGES: Record<string, string> = {
  plain: '<!doctype html><title>Plain</title><h1>Plain</h1>',
  loop: script('for (;;);'),
  'loop-later': later('setTimeout(() => { for (;;); }, 300)'),
  'pop-up': script("window.open('/plain')"),
  'pop-ups': script("for (let i = 0; i < 300; i++) window.open('/plain?' + i)"),
  'pop-ups-forever': script("setInterval(() => window.open('/pop-ups-forever'), 50)"),
  alerts: script("for (;;) alert('again')"),
  'alerts-later': later("for (;;) alert('again')"),
  leaving: script("addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; })"),
  writing: script("setInterval(() => document.write('<p>more</p>'), 5)"),
  refresh: '<!doctype html><title>Refresh</title><meta http-equiv="refresh" content="0"><h1>Refresh</h1>',
  history: script("for (let i = 0; i < 500; i++) history.pushState(i, '', '?' + i); setInterval(() => history.back(), 20)"),
  hash: script('setInterval(() => { location.hash = Math.random(); }, 5)'),
  title: script("document.title = 'x'.repeat(10 * 1024 * 1024)"),
  away: script("setInterval(() => { location.href = '/away?' + Math.random(); }, 30)"),
  'away-at-once': script("location.replace('/away-at-once?' + Math.random())"),
  'closing-later': later('setTimeout(() => window.close(), 300)'),
  print: script('window.print()'),
  chooser: script(
    "const file = document.createElement('input'); file.type = 'file'; file.click(); window.showOpenFilePicker?.().catch(() => {})",
  ),
  permissions: script(
    'navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission(); navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => {})',
  ),
  'to-download': script("location.href = '/download'"),
  'to-blob': script("location.href = URL.createObjectURL(new Blob(['<title>Blob</title>'], { type: 'text/html' }))"),
  'to-data': script("location.href = 'data:text/html,<title>Data</title>'"),
  'to-script': script("location.href = 'javascript:document.write(1)'"),
  'to-file': script("location.href = 'file:///etc/hostname'"),
  'to-chrome': script("location.href = 'chrome://version'"),
  'to-blank': script("location.href = 'about:blank'"),
  frames: '<!doctype html><title>Frames</title><h1>Frames</h1><iframe src="/frames?1"></iframe><iframe src="/frames?2"></iframe>',
  elements: script(
    "const all = document.createDocumentFragment(); for (let i = 0; i < 400000; i++) all.append(document.createElement('p')); document.body.append(all)",
  ),
};

export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://127.0.0.1').pathname.slice(1);
    if (name === 'download') return response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"' }).end('a');
    if (name === 'drip') return drip(response);
    const html = PAGES[name];
    return response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers a byte at a time, and never to the end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><title>Drip</title>');
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
}
