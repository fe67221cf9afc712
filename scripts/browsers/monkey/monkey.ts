import { parseArgs } from 'node:util'
import { Random } from '@authz-playground/engine/internal/vectors'
import { findChromium } from '../../chromium.ts'
import { chromium, findFirefox, firefox } from '../puppeteer.ts'
import { startSite } from '../site.ts'
import type { Visitor } from '../visitor.ts'
import { findWebKit, webkit } from '../webkit.ts'
import { LOOK, MARKS, type Seen, WATCH } from './page.ts'
import { anyStep, type Step, write } from './steps.ts'

const USAGE = `pnpm browsers:monkey [--browser chromium|firefox|webkit] [--minutes N] [--seed N]

Uses the built page at random for N minutes (5): presses what can be pressed, types, drops and pastes, follows links, goes back and
forward, reloads, resizes. Prints each error, each time in which the page does nothing for more than 2 seconds, each text that was
written in the policy and is found nowhere, each page that is wider than its window, and each state that nothing leads out of, with
the steps before it. The same seed chooses the same steps where the page is the same. Exit status 1 when something was found.`

/** The longest time that the page may do nothing. Milliseconds. */
const FROZEN = 2000
/** The longest time until a text is stored, or a page is there. Milliseconds. */
const PATIENCE = 10_000
/** After this time an edit is stored. Milliseconds. */
const STORED = 600
/** After so many steps it goes on in a new browser: earlier work has a bound, which a text must not leave by. */
const STEPS = 100
/** The steps that are printed with a finding. */
const PRINTED = 12

const BROWSERS: Readonly<Record<string, () => (() => Promise<Visitor>) | undefined>> = {
  chromium: () => started(findChromium(), chromium),
  firefox: () => started(findFirefox(), firefox),
  webkit: () => started(findWebKit(), webkit),
}

const started = (path: string | undefined, start: (path: string) => Promise<Visitor>) =>
  path === undefined ? undefined : () => start(path)

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', default: 'chromium' },
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      help: { type: 'boolean' },
    },
  })
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const start = BROWSERS[values.browser]?.()
  if (values.help || !(minutes > 0) || !Number.isInteger(seed)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  if (start === undefined) {
    console.error(`There is no ${values.browser} here. pnpm browsers installs Firefox and WebKitGTK on Debian.`)
    return 2
  }
  const site = await startSite()
  const end = Date.now() + minutes * 60_000
  let [steps, found] = [0, 0]
  try {
    for (let life = 0; Date.now() < end; life += 1) {
      const monkey = new Monkey(await start(), site.address, new Random(seed, life))
      try {
        await monkey.live(end)
      } catch (error) {
        monkey.say(`the browser does not answer: ${error instanceof Error ? error.message : error}`)
      } finally {
        // One that hangs cannot be closed.
        await monkey.visitor.close().catch(() => undefined)
      }
      steps += monkey.did.length
      found += monkey.found.size
      for (const one of monkey.found.values()) console.log(`seed ${seed}, life ${life}: ${one}`)
    }
  } finally {
    site.end()
  }
  console.log(`${values.browser}, seed ${seed}: ${steps} steps, ${found} findings`)
  return found === 0 ? 0 : 1
}

/** One life of the monkey in a new browser. */
class Monkey {
  readonly did: string[] = []
  /** What it found, by its first line: what stays wrong is said once. */
  readonly found = new Map<string, string>()
  /** The marks of the texts that must be found. */
  #written: readonly string[] = []

  constructor(
    readonly visitor: Visitor,
    readonly address: string,
    readonly random: Random,
  ) {}

  async live(end: number): Promise<void> {
    const { visitor, random } = this
    await visitor.resize(1440, 900)
    await this.#arrive()
    while (this.did.length < STEPS && Date.now() < end) {
      const mark = `w${this.did.length}w`
      const own = random.chance(0.15) ? await this.#whole(write(visitor, mark)) : undefined
      const step = own ?? (await this.#whole(anyStep(visitor, random))) ?? { did: 'a step while the page went' }
      this.did.push(step.did)
      // Most people wait for what they see, and some do not.
      if (random.chance(0.7)) await pause(random.between(50, 600))
      await this.#lookFor(step, own === undefined ? undefined : mark)
      await this.#look()
    }
  }

  say(text: string): void {
    const [first = ''] = text.split('\n')
    // Marks and figures differ.
    const key = first.replace(/\d+/g, '0')
    if (!this.found.has(key)) this.found.set(key, `${text}\n    after ${this.did.slice(-PRINTED).join(', ')}`)
  }

  async #arrive(): Promise<void> {
    await this.visitor.runFirst(WATCH)
    await this.visitor.goto(this.address)
    const audience = this.random.pick(['designs', 'learn', 'debug', undefined])
    if (audience === undefined) return
    await this.visitor.evaluate('(audience) => localStorage.setItem("authz-playground/door", audience)', audience)
    await this.visitor.goto('about:blank')
    await this.visitor.goto(this.address)
  }

  /** A step; undefined where the page was replaced in the middle of it. A page that does not come is noticed when it is looked at. */
  #whole(step: Promise<Step | undefined>): Promise<Step | undefined> {
    return step.catch(() => undefined)
  }

  /** Says which texts the step has lost. `mark`: of a text that it may have written. */
  async #lookFor({ mayDelete }: Step, mark: string | undefined): Promise<void> {
    const deadline = Date.now() + PATIENCE
    // Until an edit is stored, what it deleted is still there.
    if (mayDelete === true) await pause(STORED)
    for (;;) {
      const marks = await this.#inPage<readonly string[]>(MARKS)
      const missing = this.#written.filter((one) => !marks.includes(one))
      if (missing.length === 0 || mayDelete === true || Date.now() > deadline) {
        if (mayDelete !== true) for (const one of missing) this.say(`the text ${one} is lost`)
        const present = [...this.#written, ...(mark === undefined ? [] : [mark])]
        this.#written = present.filter((one) => marks.includes(one))
        return
      }
      await pause(100)
    }
  }

  /** Says what the page shows or has done that it must not. */
  async #look(): Promise<void> {
    const deadline = Date.now() + PATIENCE
    // Waiting each time would leave no step for a page that is busy or shows a dialog.
    const [waits, leaves] = [this.random.chance(0.1), this.random.chance(0.1)]
    for (;;) {
      const seen = await this.#inPage<Seen>(LOOK)
      for (const problem of seen.problems) this.say(problem)
      if (seen.longest > FROZEN) this.say(`did nothing for ${Math.round(seen.longest)} ms`)
      const wrong = [
        ...(seen.tooWide > 0 ? [`is ${seen.tooWide} pixels wider than its window`] : []),
        ...(seen.controls.length === 0 ? ['nothing can be pressed'] : []),
        ...(seen.isBusy && waits ? ['the answer does not come'] : []),
        ...(leaves ? await this.#shutIn(seen) : []),
      ]
      if (wrong.length === 0) return
      if (Date.now() > deadline) {
        for (const one of wrong) this.say(one)
        return
      }
      await pause(200)
    }
  }

  /** Tries to get out of a dialog. */
  async #shutIn({ dialog, controls }: Seen): Promise<readonly string[]> {
    if (!dialog || controls.some((name) => /close|cancel|done|keep|back/i.test(name))) return []
    await this.visitor.key('Escape')
    await pause(300)
    const after = await this.#inPage<Seen>(LOOK)
    return after.dialog === dialog ? [`no way out of the dialog “${dialog}”`] : []
  }

  /** Runs a source in the page, once more where the page is being replaced. Goes back to the site where a step left it. */
  async #inPage<Result>(source: string): Promise<Result> {
    const deadline = Date.now() + 3 * PATIENCE
    for (;;) {
      try {
        if (!(await this.visitor.evaluate<boolean>('(site) => location.href.startsWith(site)', this.address))) {
          await this.visitor.goto(this.address)
        }
        await this.visitor.evaluate(LOADED)
        return await this.visitor.evaluate<Result>(source)
      } catch (error) {
        if (Date.now() > deadline) throw error
        await pause(200)
      }
    }
  }
}

/** Runs in the page: throws where it is not there yet. */
const LOADED = `() => {
  if (document.readyState !== 'complete' || !document.querySelector('button')) throw new Error('the page does not come')
}`

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

process.exitCode = await main()
