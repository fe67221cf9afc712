/** Functions that answer questions of their names. */
type Answering<Name extends string> = Readonly<Record<Name, (...args: never) => unknown>>

/** Questions that a chunk answers by functions of the same names and arguments. It loads with the first of them. */
export function byName<Chunk extends Answering<Name>, const Name extends keyof Chunk & string>(
  load: () => Promise<Chunk>,
  ...names: readonly Name[]
) {
  const answers = names.map((name) => [
    name,
    async (...args: readonly unknown[]): Promise<unknown> => {
      const answer: (...args: never) => unknown = (await load())[name]
      return answer(...(args as never))
    },
  ])
  return Object.fromEntries(answers) as {
    readonly [One in Name]: (...args: Parameters<Chunk[One]>) => Promise<Awaited<ReturnType<Chunk[One]>>>
  }
}
