export * from 'onnxruntime-web';
