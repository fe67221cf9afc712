import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { MARK, MODIFIERS, NAMED_KEYS, type NamedKey, type Visitor } from './visitor.ts'

/** The key by which a response names an element (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const DRIVER = '/usr/bin/WebKitWebDriver'

/** Longer than any answer of the driver takes on a busy machine. Milliseconds. */
const ANSWER = 90_000

/** The MiniBrowser of WebKitGTK on this machine; undefined where it, its driver or Xvfb is missing. */
export function findWebKit(): string | undefined {
  const libraries = '/usr/lib'
  const folders = existsSync(libraries)
    ? readdirSync(libraries).flatMap((machine) =>
        ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(libraries, machine, name)),
      )
    : []
  const miniBrowser = folders.map((folder) => join(folder, 'MiniBrowser')).find((path) => existsSync(path))
  const complete = existsSync(DRIVER) && existsSync('/usr/bin/Xvfb')
  return complete ? miniBrowser : undefined
}

/** Starts a MiniBrowser on a display of its own, driven over W3C WebDriver. */
export async function webkit(miniBrowser: string): Promise<Visitor> {
  const port = await freePort()
  const { screen, display } = await startScreen()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  })
  const end = (): void => {
    for (const started of [driver, screen] satisfies readonly ChildProcess[]) started.kill()
  }
  const send = async <Value>(method: string, path: string, body?: unknown): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  try {
    await ready(() => send('GET', '/status'))
    const started = await send<{ sessionId: string; capabilities: Record<string, string> }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
      },
    })
    const session = `/session/${started.sessionId}`
    const { browserVersion } = started.capabilities
    const keys = (text: string, held?: string): Promise<unknown> => {
      const pressed = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      const around = (type: string) => (held === undefined ? [] : [{ type, value: held }])
      const actions = [...around('keyDown'), ...pressed, ...around('keyUp')]
      return send('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
    }
    return {
      browser: `WebKitGTK ${browserVersion}`,
      goto: async (url) => {
        await send('POST', `${session}/url`, { url })
      },
      runFirst: async () => undefined,
      resize: async (width, height) => {
        // The window has a frame and a bar of its own around the page.
        await send('POST', `${session}/window/rect`, { width, height })
        const inner = await send<readonly [number, number]>('POST', `${session}/execute/sync`, {
          script: 'return [innerWidth, innerHeight]',
          args: [],
        })
        const rect = { width: 2 * width - inner[0], height: 2 * height - inner[1] }
        await send('POST', `${session}/window/rect`, rect)
      },
      evaluate: (source, ...args) =>
        send('POST', `${session}/execute/sync`, { script: `return (${source})(...arguments)`, args }),
      pressMarked: async () => {
        const found = await send<Record<string, string>>('POST', `${session}/element`, {
          using: 'css selector',
          value: `[${MARK}]`,
        })
        await send('POST', `${session}/element/${found[ELEMENT]}/click`, {})
      },
      type: async (text) => {
        await keys(text)
      },
      key: async (name, held) => {
        await keys(name in NAMED_KEYS ? NAMED_KEYS[name as NamedKey] : name, held && MODIFIERS[held])
      },
      close: () => send<void>('DELETE', session).finally(end),
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Starts a screen that nobody sees, on a display that is free. */
function startScreen(): Promise<{ readonly screen: ChildProcess; readonly display: string }> {
  return new Promise((resolve, reject) => {
    // The display that it chooses is written to its standard output.
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1400x24'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let written = ''
    screen.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString()
      if (written.endsWith('\n')) resolve({ screen, display: `:${written.trim()}` })
    })
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('Xvfb could not be started')))
  })
}

async function ready(ask: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      await ask()
      return
    } catch (error) {
      if (turn > 100) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
