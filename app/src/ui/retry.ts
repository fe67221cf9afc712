import { type EffectCallback, useEffect } from 'react'

const listeners = new Set<() => void>()

/** Runs everything again that {@link retried} runs now: the person said “Try again”. */
export function tryAgain(): void {
  for (const listener of [...listeners]) listener()
}

/** Asks for something that may not arrive. `isCurrent` is false once it has ended. Returns what ends it, if anything must. */
export type RetriedEffect = (isCurrent: () => boolean) => ReturnType<EffectCallback>

/** Runs an attempt now, and again after each {@link tryAgain}, when the one before has ended. Returns what ends it for good. */
export function retried(attempt: RetriedEffect): () => void {
  let end = started(attempt)
  const again = (): void => {
    end()
    end = started(attempt)
  }
  listeners.add(again)
  return () => {
    listeners.delete(again)
    end()
  }
}

function started(attempt: RetriedEffect): () => void {
  let current = true
  const cleanUp = attempt(() => current)
  return () => {
    current = false
    cleanUp?.()
  }
}

/** As `useEffect`, and the effect also runs again after each {@link tryAgain}. */
export function useRetriedEffect(attempt: RetriedEffect, dependencies: readonly unknown[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: biome.json has the callers of this hook checked
  useEffect(() => retried(attempt), dependencies)
}
