import { COLOURS, type ColourName } from '../marks/colours.ts'
import type { PictureTheme } from './still.ts'

/** How something looks from a time on, in ms, as declarations of CSS. */
export interface Shot {
  readonly from: number
  readonly css: string
}

/** Shots and moves of a picture, gathered while it is drawn, and the style sheet that plays them. */
export interface Film {
  /**
   * A class for what looks in turn like each of some shots, and as it is drawn from the last one on; undefined where it
   * always looks so.
   */
  shots(shots: readonly Shot[]): string | undefined
  /** A class for what, beside its shots, is moved by keyframes: from a time, for so long. They end as it is drawn. */
  moves(
    shots: readonly Shot[],
    move: { readonly from: number; readonly time: number; readonly keyframes: string },
  ): string
  /** For a picture whose root has this selector: plays once, on screens, for who has not asked for less motion. */
  style(root: string, theme: PictureTheme): string
}

export function film(): Film {
  const names = new Map<string, string>()
  const keyframes: string[] = []
  const rules = new Map<string, string>()
  const nameOf = (frames: string): string => {
    const known = names.get(frames)
    if (known !== undefined) return known
    const name = `k${names.size}`
    names.set(frames, name)
    keyframes.push(frames)
    return name
  }
  const classFor = (animations: readonly string[]): string => {
    const animation = animations.join(',')
    const known = rules.get(animation)
    if (known !== undefined) return known
    const name = `a${rules.size}`
    rules.set(animation, name)
    return name
  }
  const held = (shots: readonly Shot[]): readonly string[] => {
    const last = shots.at(-1)
    return shots.slice(0, -1).flatMap(({ from, css }, i) => {
      const to = shots[i + 1]?.from ?? from
      if (css === last?.css || to <= from) return []
      return [`${PREFIX}${nameOf(`from,to{${css}}`)} ${ms(to) - ms(from)}ms linear ${ms(from)}ms`]
    })
  }
  return {
    shots(shots) {
      const animations = held(merged(shots))
      return animations.length === 0 ? undefined : classFor(animations)
    },
    moves(shots, { from, time, keyframes: frames }) {
      return classFor([...held(merged(shots)), `${PREFIX}${nameOf(frames)} ${ms(time)}ms linear ${ms(from)}ms`])
    },
    style(root, kept) {
      const own = `${root.slice(1)}-`
      const frames = keyframes.map((text, i) => `@keyframes ${own}k${i}{${text}}`)
      const classes = [...rules].map(
        ([animation, name]) => `${root} .${name}{animation:${animation.replaceAll(PREFIX, own)}}`,
      )
      const colours = (theme: 'light' | 'dark'): string =>
        (Object.keys(COLOURS) as ColourName[])
          .filter((name) => keyframes.some((text) => text.includes(`var(--${name})`)))
          .map((name) => `--${name}:${COLOURS[name][theme]}`)
          .join(';')
      return [
        '@media screen and (prefers-reduced-motion:no-preference){',
        `${root}{${colours(kept === 'dark' ? 'dark' : 'light')}}`,
        ...(kept === 'either' ? [`@media (prefers-color-scheme:dark){${root}{${colours('dark')}}}`] : []),
        ...frames,
        ...classes,
        '}',
      ].join('')
    },
  }
}

/** Stands for the name of the picture, which is not known before it is drawn. */
const PREFIX = '\u0001'

/** Shots that look alike and follow each other, as one. */
function merged(shots: readonly Shot[]): readonly Shot[] {
  return shots.filter(({ css }, i) => css !== shots[i - 1]?.css)
}

function ms(time: number): number {
  return Math.round(time)
}
