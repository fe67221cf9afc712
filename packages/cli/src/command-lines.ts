import { machine } from './machine.ts'
import { program } from './program.ts'

// Runs the command lines that another process sends, in its folder, and sends back how each ended: the fuzzer of
// `packages/conformance` starts this, so that a crash or an endless loop ends nothing but this process.

/** A command line. */
interface Sent {
  readonly args: readonly string[]
  readonly folder: string
}

/** How a command line ended. */
interface Ended {
  readonly status?: number
  readonly out: string
  readonly err: string
  /** What the program threw, with its stack. */
  readonly threw?: string
  /** Milliseconds of the processor: another program may make it wait. */
  readonly took: number
}

/** Of the output so many code units are sent. */
const MOST_SENT = 100_000

process.on('message', async ({ args, folder }: Sent) => {
  // The folder may have been made anew.
  process.chdir(folder)
  const printed = { out: '', err: '' }
  const began = process.cpuUsage()
  let ended: Pick<Ended, 'status' | 'threw'>
  try {
    const status = await program(args, {
      ...machine(process),
      readStdin: () => Promise.resolve(new Uint8Array()),
      out: (content) => {
        printed.out += content.toString()
      },
      err: (text) => {
        printed.err += text
      },
      serve: (_, { port }) => Promise.resolve({ port, ended: Promise.resolve() }),
      color: { out: false, err: false },
    })
    ended = { status }
  } catch (error) {
    ended = { threw: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  const used = process.cpuUsage(began)
  const took = (used.user + used.system) / 1000
  const { out, err } = printed
  process.send?.({ ...ended, took, out: out.slice(0, MOST_SENT), err: err.slice(0, MOST_SENT) } satisfies Ended)
})
