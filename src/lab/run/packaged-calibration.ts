/** @file What the reasoner learnt from a packaged dataset: `calibration.json.gz`, equal to a fit to the last bit. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { gunzipSync } from 'fflate';
import { LabError } from '../../core/errors.ts';
import { asJson, canonicalJson, type Json } from '../../core/json.ts';
import { calibrationForm, type Calibration } from '../../reasoner/calibration.ts';
import { z } from '../../tools/schema.ts';
import { BUILD_VERSION } from './build-cache.ts';

export const CALIBRATION_FILE = 'calibration.json.gz';

/** Some times what it holds: a file that inflates to more is none of ours. */
const MOST_BYTES = 1_000_000;

const FILE = z.strictObject({
  /** SHA-256 of the dataset that was learnt from. */
  dataset: z.string(),
  /** That of build-cache.ts. */
  build: z.int(),
  /** SHA-256 of the parts, as canonical JSON. */
  sha256: z.string(),
  parts: z.record(z.string(), z.json()),
});

export type WholeCalibration = { readonly [Part in keyof Calibration]: NonNullable<Calibration[Part]> };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const digestOf = (parts: Json): string => bytesToHex(sha256(encode(canonicalJson(parts))));

/** The text of the file, before it is packed. @param dataset SHA-256 of the dataset */
export function calibrationText(dataset: string, parts: WholeCalibration): string {
  const json = asJson(parts);
  return canonicalJson({ build: BUILD_VERSION, dataset, parts: json, sha256: digestOf(json) });
}

/** A part of what comes with a dataset; null without one, and where its dataset, version or content differs. */
export interface PackagedCalibration {
  part<Part extends keyof Calibration>(part: Part): Promise<Calibration[Part]>;
}

/** Fetched once, when a part is first needed. @param dataset SHA-256 */
export function packagedCalibration(
  fetchPackaged: (file: string) => Promise<Uint8Array>,
  dataset: string,
): PackagedCalibration {
  let parts: Promise<Readonly<Record<string, Json>> | null> | null = null;
  return {
    async part(part) {
      parts ??= readParts(fetchPackaged, dataset);
      const held = (await parts)?.[part];
      return held === undefined ? null : calibrationForm(part).read(encode(canonicalJson(held)));
    },
  };
}

/** Null for whatever does not fit: it only saves time. */
async function readParts(
  fetchPackaged: (file: string) => Promise<Uint8Array>,
  dataset: string,
): Promise<Readonly<Record<string, Json>> | null> {
  let packed: Uint8Array;
  try {
    packed = await fetchPackaged(CALIBRATION_FILE);
  } catch (thrown) {
    if (thrown instanceof LabError) return null;
    throw thrown;
  }
  try {
    const text = new TextDecoder().decode(gunzipSync(packed, { out: new Uint8Array(MOST_BYTES) }));
    const file = FILE.parse(JSON.parse(text));
    const fits = file.dataset === dataset && file.build === BUILD_VERSION && file.sha256 === digestOf(file.parts);
    return fits ? file.parts : null;
  } catch {
    return null;
  }
}
