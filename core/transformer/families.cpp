#include "core/transformer/families.h"

#include <algorithm>
#include <iterator>

namespace heedmap::transformer {

namespace {

constexpr StackNames gpt2Names{.embedding = {"wte"},
                               .positions = "wpe",
                               .finalNorm = "ln_f",
                               .qkv = "h.#.attn.c_attn",
                               .o = "h.#.attn.c_proj",
                               .norm = "h.#.ln_1",
                               .up = "h.#.mlp.c_fc",
                               .down = "h.#.mlp.c_proj",
                               .feedForwardNorm = "h.#.ln_2"};

constexpr StackNames llamaNames{.embedding = {"embed_tokens"},
                                .finalNorm = "norm",
                                .q = "layers.#.self_attn.q_proj",
                                .k = "layers.#.self_attn.k_proj",
                                .v = "layers.#.self_attn.v_proj",
                                .o = "layers.#.self_attn.o_proj",
                                .norm = "layers.#.input_layernorm",
                                .gate = "layers.#.mlp.gate_proj",
                                .up = "layers.#.mlp.up_proj",
                                .down = "layers.#.mlp.down_proj",
                                .feedForwardNorm = "layers.#.post_attention_layernorm"};

constexpr StackNames withHeadNorms(StackNames names) {
    names.qNorm = "layers.#.self_attn.q_norm";
    names.kNorm = "layers.#.self_attn.k_norm";
    return names;
}

constexpr StackNames bertNames{.embedding = {"embeddings.word_embeddings"},
                               .positions = "embeddings.position_embeddings",
                               .types = "embeddings.token_type_embeddings",
                               .embeddingNorm = "embeddings.LayerNorm",
                               .q = "encoder.layer.#.attention.self.query",
                               .k = "encoder.layer.#.attention.self.key",
                               .v = "encoder.layer.#.attention.self.value",
                               .o = "encoder.layer.#.attention.output.dense",
                               .norm = "encoder.layer.#.attention.output.LayerNorm",
                               .up = "encoder.layer.#.intermediate.dense",
                               .down = "encoder.layer.#.output.dense",
                               .feedForwardNorm = "encoder.layer.#.output.LayerNorm"};

constexpr StackNames distilbertNames{.embedding = {"embeddings.word_embeddings"},
                                     .positions = "embeddings.position_embeddings",
                                     .embeddingNorm = "embeddings.LayerNorm",
                                     .q = "transformer.layer.#.attention.q_lin",
                                     .k = "transformer.layer.#.attention.k_lin",
                                     .v = "transformer.layer.#.attention.v_lin",
                                     .o = "transformer.layer.#.attention.out_lin",
                                     .norm = "transformer.layer.#.sa_layer_norm",
                                     .up = "transformer.layer.#.ffn.lin1",
                                     .down = "transformer.layer.#.ffn.lin2",
                                     .feedForwardNorm = "transformer.layer.#.output_layer_norm"};

constexpr StackNames vitNames{.positions = "embeddings.position_embeddings",
                              .finalNorm = "layernorm",
                              .q = "encoder.layer.#.attention.attention.query",
                              .k = "encoder.layer.#.attention.attention.key",
                              .v = "encoder.layer.#.attention.attention.value",
                              .o = "encoder.layer.#.attention.output.dense",
                              .norm = "encoder.layer.#.layernorm_before",
                              .up = "encoder.layer.#.intermediate.dense",
                              .down = "encoder.layer.#.output.dense",
                              .feedForwardNorm = "encoder.layer.#.layernorm_after"};

constexpr StackNames marianEncoder{.embedding = {"encoder.embed_tokens", "shared"},
                                   .positions = "encoder.embed_positions",
                                   .q = "encoder.layers.#.self_attn.q_proj",
                                   .k = "encoder.layers.#.self_attn.k_proj",
                                   .v = "encoder.layers.#.self_attn.v_proj",
                                   .o = "encoder.layers.#.self_attn.out_proj",
                                   .norm = "encoder.layers.#.self_attn_layer_norm",
                                   .up = "encoder.layers.#.fc1",
                                   .down = "encoder.layers.#.fc2",
                                   .feedForwardNorm = "encoder.layers.#.final_layer_norm"};
constexpr StackNames marianDecoder{.embedding = {"decoder.embed_tokens", "shared"},
                                   .positions = "decoder.embed_positions",
                                   .q = "decoder.layers.#.self_attn.q_proj",
                                   .k = "decoder.layers.#.self_attn.k_proj",
                                   .v = "decoder.layers.#.self_attn.v_proj",
                                   .o = "decoder.layers.#.self_attn.out_proj",
                                   .norm = "decoder.layers.#.self_attn_layer_norm",
                                   .crossQ = "decoder.layers.#.encoder_attn.q_proj",
                                   .crossK = "decoder.layers.#.encoder_attn.k_proj",
                                   .crossV = "decoder.layers.#.encoder_attn.v_proj",
                                   .crossO = "decoder.layers.#.encoder_attn.out_proj",
                                   .crossNorm = "decoder.layers.#.encoder_attn_layer_norm",
                                   .up = "decoder.layers.#.fc1",
                                   .down = "decoder.layers.#.fc2",
                                   .feedForwardNorm = "decoder.layers.#.final_layer_norm"};
constexpr StackNames withEmbeddingNorm(StackNames names, const char* name) {
    names.embeddingNorm = name;
    return names;
}
constexpr StackNames withFinalNorm(StackNames names, const char* name) {
    names.finalNorm = name;
    return names;
}

constexpr StackNames t5Encoder{
    .embedding = {"encoder.embed_tokens", "shared"},
    .finalNorm = "encoder.final_layer_norm",
    .bucketBias = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias",
    .q = "encoder.block.#.layer.0.SelfAttention.q",
    .k = "encoder.block.#.layer.0.SelfAttention.k",
    .v = "encoder.block.#.layer.0.SelfAttention.v",
    .o = "encoder.block.#.layer.0.SelfAttention.o",
    .norm = "encoder.block.#.layer.0.layer_norm",
    .gate = "encoder.block.#.layer.1.DenseReluDense.wi_0",
    .up = "encoder.block.#.layer.1.DenseReluDense.wi_1",
    .down = "encoder.block.#.layer.1.DenseReluDense.wo",
    .plainUp = "encoder.block.#.layer.1.DenseReluDense.wi",
    .feedForwardNorm = "encoder.block.#.layer.1.layer_norm",
};
constexpr StackNames t5Decoder{
    .embedding = {"decoder.embed_tokens", "shared"},
    .finalNorm = "decoder.final_layer_norm",
    .bucketBias = "decoder.block.0.layer.0.SelfAttention.relative_attention_bias",
    .q = "decoder.block.#.layer.0.SelfAttention.q",
    .k = "decoder.block.#.layer.0.SelfAttention.k",
    .v = "decoder.block.#.layer.0.SelfAttention.v",
    .o = "decoder.block.#.layer.0.SelfAttention.o",
    .norm = "decoder.block.#.layer.0.layer_norm",
    .crossQ = "decoder.block.#.layer.1.EncDecAttention.q",
    .crossK = "decoder.block.#.layer.1.EncDecAttention.k",
    .crossV = "decoder.block.#.layer.1.EncDecAttention.v",
    .crossO = "decoder.block.#.layer.1.EncDecAttention.o",
    .crossNorm = "decoder.block.#.layer.1.layer_norm",
    .gate = "decoder.block.#.layer.2.DenseReluDense.wi_0",
    .up = "decoder.block.#.layer.2.DenseReluDense.wi_1",
    .down = "decoder.block.#.layer.2.DenseReluDense.wo",
    .plainUp = "decoder.block.#.layer.2.DenseReluDense.wi",
    .feedForwardNorm = "decoder.block.#.layer.2.layer_norm",
};

constexpr Family gpt2{
    .name = "gpt2",
    .prefixes = {"transformer.", ""},
    .vocabulary = {"vocab_size", 50257},
    .width = {"n_embd", 768},
    .positions = {"n_positions", 1024},
    .epsilon = {"layer_norm_epsilon", 1e-5},
    .activation = {"activation_function", "gelu_new"},
    .decoder = {.layers = {"n_layer", 12}, .heads = {"n_head", 12}, .inner = {"n_inner", 0}, .names = gpt2Names},
    .inputsFirst = true,
    .end = 50256};

constexpr Family llama{.name = "llama",
                       .prefixes = {"model.", ""},
                       .vocabulary = {"vocab_size", 32000},
                       .width = {"hidden_size", 4096},
                       .positions = {"max_position_embeddings", 2048},
                       .epsilon = {"rms_norm_eps", 1e-6},
                       .activation = {"hidden_act", "silu"},
                       .decoder = {.layers = {"num_hidden_layers", 32},
                                   .heads = {"num_attention_heads", 32},
                                   .keyValueHeads = {"num_key_value_heads", 0},
                                   .headSize = {"head_dim", 0},
                                   .inner = {"intermediate_size", 11008},
                                   .names = llamaNames},
                       .positionKind = Positions::rotary,
                       .norm = NormKind::rms,
                       .gated = true,
                       .attentionBias = {"attention_bias", false},
                       .outputBias = {"attention_bias", false},
                       .feedForwardBias = {"mlp_bias", false},
                       .theta = {"rope_theta", 10000},
                       .tied = {"tie_word_embeddings", false},
                       .end = 2};

constexpr Family likeLlama(std::string_view name) {
    Family family = llama;
    family.name = name;
    return family;
}

constexpr Family mistral() {
    Family family = likeLlama("mistral");
    family.positions.otherwise = 131072;
    family.decoder.inner.otherwise = 14336;
    family.decoder.keyValueHeads.otherwise = 8;
    family.attentionBias = family.outputBias = family.feedForwardBias = {nullptr, false};
    family.windows = Windows::all;
    return family;
}

constexpr Family qwen2() {
    Family family = likeLlama("qwen2");
    family.vocabulary.otherwise = 151936;
    family.positions.otherwise = 32768;
    family.decoder.inner.otherwise = 22016;
    family.decoder.keyValueHeads.otherwise = 32;
    family.attentionBias = {nullptr, true};
    family.outputBias = family.feedForwardBias = {nullptr, false};
    family.windows = Windows::behind;
    family.end = -1;
    return family;
}

constexpr Family qwen3() {
    Family family = qwen2();
    family.name = "qwen3";
    family.decoder.headSize.otherwise = 128;
    family.decoder.names = withHeadNorms(llamaNames);
    family.attentionBias = family.outputBias = {"attention_bias", false};
    return family;
}

constexpr Family gemma() {
    Family family = likeLlama("gemma");
    family.vocabulary.otherwise = 256000;
    family.width.otherwise = 3072;
    family.positions.otherwise = 8192;
    family.activation = {"hidden_activation", "gelu_pytorch_tanh"};
    family.decoder.layers.otherwise = 28;
    family.decoder.heads.otherwise = 16;
    family.decoder.keyValueHeads.otherwise = 16;
    family.decoder.headSize.otherwise = 256;
    family.decoder.inner.otherwise = 24576;
    family.norm = NormKind::rmsAroundOne;
    family.scaleByRoot = true;
    family.feedForwardBias = {nullptr, false};
    family.tied.otherwise = true;
    family.padding = 0;
    family.end = 1;
    return family;
}

constexpr Family bert{.name = "bert",
                      .kind = Kind::encoder,
                      .prefixes = {"bert.", ""},
                      .vocabulary = {"vocab_size", 30522},
                      .width = {"hidden_size", 768},
                      .positions = {"max_position_embeddings", 512},
                      .types = {"type_vocab_size", 2},
                      .epsilon = {"layer_norm_eps", 1e-12},
                      .activation = {"hidden_act", "gelu"},
                      .encoder = {.layers = {"num_hidden_layers", 12},
                                  .heads = {"num_attention_heads", 12},
                                  .inner = {"intermediate_size", 3072},
                                  .names = bertNames},
                      .normBefore = false,
                      .head = OutputHead::maskedWord,
                      .output = "cls.predictions.decoder",
                      .outputAdds = "cls.predictions.bias",
                      .headDense = "cls.predictions.transform.dense",
                      .headNorm = "cls.predictions.transform.LayerNorm",
                      .padding = 0};

constexpr Family roberta() {
    Family family = bert;
    family.name = "roberta";
    family.prefixes = {"roberta.", ""};
    family.vocabulary.otherwise = 50265;
    family.offsetByPadding = true;
    family.output = "lm_head.decoder";
    family.outputAdds = "lm_head.bias";
    family.headDense = "lm_head.dense";
    family.headNorm = "lm_head.layer_norm";
    family.headWithGelu = true;
    family.padding = 1;
    family.end = 2;
    return family;
}

constexpr Family distilbert{.name = "distilbert",
                            .kind = Kind::encoder,
                            .prefixes = {"distilbert.", ""},
                            .vocabulary = {"vocab_size", 30522},
                            .width = {"dim", 768},
                            .positions = {"max_position_embeddings", 512},
                            .epsilon = {nullptr, 1e-12},
                            .activation = {"activation", "gelu"},
                            .encoder = {.layers = {"n_layers", 6},
                                        .heads = {"n_heads", 12},
                                        .inner = {"hidden_dim", 3072},
                                        .names = distilbertNames},
                            .normBefore = false,
                            .head = OutputHead::maskedWord,
                            .output = "vocab_projector",
                            .outputAdds = "vocab_projector.bias",
                            .headDense = "vocab_transform",
                            .headNorm = "vocab_layer_norm",
                            .padding = 0};

constexpr Family vit{.name = "vit",
                     .kind = Kind::encoder,
                     .prefixes = {"vit.", ""},
                     .width = {"hidden_size", 768},
                     .epsilon = {"layer_norm_eps", 1e-12},
                     .activation = {"hidden_act", "gelu"},
                     .encoder = {.layers = {"num_hidden_layers", 12},
                                 .heads = {"num_attention_heads", 12},
                                 .inner = {"intermediate_size", 3072},
                                 .names = vitNames},
                     .attentionBias = {"qkv_bias", true},
                     .head = OutputHead::classes,
                     .output = "classifier"};

constexpr Family marian{.name = "marian",
                        .kind = Kind::encoderDecoder,
                        .prefixes = {"model.", ""},
                        .vocabulary = {"vocab_size", 58101},
                        .width = {"d_model", 1024},
                        .positions = {"max_position_embeddings", 1024},
                        .epsilon = {nullptr, 1e-5},
                        .activation = {"activation_function", "gelu"},
                        .encoder = {.layers = {"encoder_layers", 12},
                                    .heads = {"encoder_attention_heads", 16},
                                    .inner = {"encoder_ffn_dim", 4096},
                                    .names = marianEncoder},
                        .decoder = {.layers = {"decoder_layers", 12},
                                    .heads = {"decoder_attention_heads", 16},
                                    .inner = {"decoder_ffn_dim", 4096},
                                    .names = marianDecoder},
                        .sinusoidsUnlessGiven = true,
                        .normBefore = false,
                        .scaleKey = "scale_embedding",
                        .outputAdds = "final_logits_bias",
                        .padding = 58100,
                        .start = 58100,
                        .end = 0};

constexpr Family bart() {
    Family family = marian;
    family.name = "bart";
    family.vocabulary.otherwise = 50265;
    family.sinusoidsUnlessGiven = false;
    family.positionOffset = 2;
    family.encoder.names = withEmbeddingNorm(marianEncoder, "encoder.layernorm_embedding");
    family.decoder.names = withEmbeddingNorm(marianDecoder, "decoder.layernorm_embedding");
    family.padding = 1;
    family.start = 2;
    family.end = 2;
    return family;
}

constexpr Family pegasus() {
    Family family = marian;
    family.name = "pegasus";
    family.vocabulary.otherwise = 50265;
    family.normBefore = true;
    family.encoder.names = withFinalNorm(marianEncoder, "encoder.layer_norm");
    family.decoder.names = withFinalNorm(marianDecoder, "decoder.layer_norm");
    family.padding = 0;
    family.start = 0;
    family.end = 1;
    return family;
}

constexpr Family t5{.name = "t5",
                    .kind = Kind::encoderDecoder,
                    .vocabulary = {"vocab_size", 32128},
                    .width = {"d_model", 512},
                    .epsilon = {"layer_norm_epsilon", 1e-6},
                    .activation = {"feed_forward_proj", "relu"},
                    .encoder = {.layers = {"num_layers", 6},
                                .heads = {"num_heads", 8},
                                .headSize = {"d_kv", 64},
                                .inner = {"d_ff", 2048},
                                .names = t5Encoder},
                    .decoder = {.layers = {"num_decoder_layers", 0},
                                .heads = {"num_heads", 8},
                                .headSize = {"d_kv", 64},
                                .inner = {"d_ff", 2048},
                                .names = t5Decoder},
                    .positionKind = Positions::buckets,
                    .norm = NormKind::rms,
                    .gatedByProjection = true,
                    .scaledScores = false,
                    .attentionBias = {nullptr, false},
                    .outputBias = {nullptr, false},
                    .feedForwardBias = {nullptr, false},
                    .scaledWhenTied = true,
                    .padding = 0,
                    .start = 0,
                    .end = 1};

constexpr Family families[]{gpt2,      llama,      mistral(), qwen2(), qwen3(),   gemma(), bert,
                            roberta(), distilbert, marian,    bart(),  pegasus(), t5,      vit};

} // namespace

std::span<const Family> allFamilies() {
    return families;
}

const Family* familyNamed(std::string_view name) {
    const auto* found = std::ranges::find(families, name, &Family::name);
    return found == std::end(families) ? nullptr : found;
}

} // namespace heedmap::transformer
