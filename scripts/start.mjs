import { parseArgs } from 'node:util'
import { installDependencies } from './install.mjs'

const usage = `npm start -- [--port PORT] [--host HOST]

  --port PORT   where to listen (default 4173); the next free port when it is taken, any free one for 0
  --host HOST   name or address to listen on (default localhost; 0.0.0.0 for every machine that can reach this one)`

/** @returns {{ host: string, port: number } | string} a string says what is wrong */
function readArguments() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: {
        port: { type: 'string', default: '4173' },
        host: { type: 'string', default: 'localhost' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return ''
    const port = Number(values.port)
    if (!/^\d+$/.test(values.port) || port > 65535) {
      return `--port ${values.port}: expected a whole number from 0 to 65535.\n`
    }
    return { host: values.host, port }
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n`
  }
}

/** @param {string} host as listened on */
function hostInAddress(host) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** @param {{ host: string, port: number }} where */
async function start(where) {
  if (!installDependencies()) return 1
  // Imported only now: both need the packages that were just installed.
  const { buildSite } = await import('./build.mjs')
  const { serveSite } = await import('./serve.mjs')
  if (!buildSite()) {
    console.error('\nThe site could not be built; the reason is above.')
    return 1
  }
  try {
    const { server, port } = await serveSite({ ...where, compressed: where.host !== 'localhost' })
    const end = () => {
      server.close()
      server.closeAllConnections()
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
    if (port !== where.port && where.port !== 0) console.log(`Port ${where.port} is taken.`)
    console.log(`The playground is at http://${hostInAddress(where.host)}:${port}/ (Ctrl-C ends it)`)
    return 0
  } catch (error) {
    console.error(
      `Cannot listen on ${where.host}, port ${where.port}: ${error instanceof Error ? error.message : error}.\n` +
        'Choose another with --host and --port: `npm start -- --port 8080`.',
    )
    return 1
  }
}

const where = readArguments()
if (typeof where === 'string') {
  console.log(where + usage)
  process.exitCode = where === '' ? 0 : 1
} else {
  process.exitCode = await start(where)
}
