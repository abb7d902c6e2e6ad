/** @file The models that the lab may ask: each is held by another worker and reached over a port of its own. */
import { wrap } from 'comlink';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { isRecorded } from '../../core/reasoner-name.ts';
import { openRecorded, RECORDINGS_FOLDER } from '../../models/recorded.ts';
import { callWorker } from '../../rpc/worker-connection.ts';
import { type Loaded, type ModelService, type RemoteModel, remoteModel } from '../../rpc/remote-model.ts';
import type { FetchPackaged } from '../datasets/dataset-shelf.ts';

interface ShelvedModel {
  readonly model: RemoteModel;
  reset(signal: AbortSignal): Promise<void>;
  lose(error: LabError): void;
}

const keyOf = ({ name, options }: ComponentSpec): string => canonicalJson({ name, options });

export class ModelShelf {
  private readonly models = new Map<string, ShelvedModel>();
  private readonly fetchPackaged: FetchPackaged;
  private readonly openHere: ModelShelf['open'] | null;

  /** @param openHere opens models where no other worker holds them */
  constructor(fetchPackaged: FetchPackaged, openHere: ModelShelf['open'] | null = null) {
    this.fetchPackaged = fetchPackaged;
    this.openHere = openHere;
  }

  attach(spec: ComponentSpec, loaded: Loaded, port: MessagePort): void {
    const service = wrap<ModelService>(port);
    const loss = new AbortController();
    this.models.set(keyOf(spec), {
      model: remoteModel(service, loaded, loss.signal),
      reset: (signal) => callWorker(loss.signal, signal, () => service.reset()),
      lose(error) {
        loss.abort(error);
        port.close();
      },
    });
  }

  detach(spec: ComponentSpec, error: LabErrorData): void {
    this.models.get(keyOf(spec))?.lose(LabError.fromData(error));
    this.models.delete(keyOf(spec));
  }

  /** The model of a spec with empty caches. @throws LabError `model-missing`, `worker-died`, `aborted` */
  async open(spec: ComponentSpec, signal: AbortSignal): Promise<RemoteModel> {
    if (this.openHere !== null) return this.openHere(spec, signal);
    if (isRecorded(spec.name)) return openRecorded(spec, (file) => this.fetchPackaged(RECORDINGS_FOLDER, file));
    const shelved = this.models.get(keyOf(spec));
    if (shelved === undefined) {
      throw new LabError('model-missing', `The model ${spec.name} is not loaded. Run again to load it.`, {
        name: spec.name,
      });
    }
    await shelved.reset(signal);
    return shelved.model;
  }
}
