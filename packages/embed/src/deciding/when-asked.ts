/** Thrown where something is asked for that is not loaded yet. Once it is, what was tried can be tried again. */
class NotLoaded {
  constructor(readonly load: () => Promise<unknown>) {}
}

/**
 * What is loaded when it is first asked for, by whoever decides: only deciding tells what a scenario needs of what few
 * scenarios do.
 */
export function whenAsked<Part>(load: () => Promise<Part>): () => Part {
  let loaded: { readonly part: Part } | undefined
  return () => {
    if (loaded !== undefined) return loaded.part
    throw new NotLoaded(async () => {
      loaded = { part: await load() }
    })
  }
}

/** Does something, and again as often as something was not loaded that it asks for. */
export async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof NotLoaded)) throw thrown
    await thrown.load()
    return tried(work)
  }
}
