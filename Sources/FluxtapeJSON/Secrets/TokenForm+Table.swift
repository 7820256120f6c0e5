extension TokenForm {
  /// The well-known tokens that are found by their form, wherever they stand in a text. Where the services document them is said behind each;

  /// `GH` is "Supported secret scanning patterns" of docs.github.com, `GL` the default rules of github.com/gitleaks/gitleaks.
  package static let all: [TokenForm] = [
    // Clouds.
    TokenForm("AKIA", 16), TokenForm("ASIA", 16),  // docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    TokenForm("ABIA", 16), TokenForm("ACCA", 16),  // the same
    TokenForm("ABSK", 60, "+/="),  // GL, Bedrock
    TokenForm("amzn.mws.", 36, "-"), TokenForm("amzn1.oa2-cs.v1.", 64),  // GH, Amazon
    TokenForm("AIza", 35, "-_"), TokenForm("GOCSPX-", 28, "-_"),  // GH, Google
    TokenForm("ya29.", 20, "-_."), TokenForm("1//0", 40, "-_"),  // developers.google.com/identity/protocols/oauth2
    TokenForm("LTAI", 17), TokenForm("AKID", 32),  // GH, Alibaba and Tencent
    TokenForm("dop_v1_", 64), TokenForm("doo_v1_", 64), TokenForm("dor_v1_", 64),  // docs.digitalocean.com/reference/api
    TokenForm("HRKU-", 36, "-_"),  // devcenter.heroku.com/articles/authentication
    TokenForm("FlyV1 fm", 60, "_+/=,"), TokenForm("fo1_", 40, "-_"), TokenForm("fm2_", 60, "+/="),  // fly.io/docs/security/tokens
    TokenForm("nfp_", 36), TokenForm("sbp_", 40), TokenForm("sb_secret_", 20, "-_"),  // GH, Netlify and Supabase
    TokenForm("pscale_tkn_", 32, "-_.="), TokenForm("pscale_oauth_", 32, "-_.="), TokenForm("pscale_pw_", 32, "-_.="),  // GH, PlanetScale
    TokenForm("dapi", 32, "-"), TokenForm("tskey-", 20, "-"),  // GH, Databricks and Tailscale
    TokenForm("v1.0-", 140, "-"),  // GL, Cloudflare
    // Code, packages and builds.
    // github.blog/2021-04-05
    TokenForm("ghp_", 30), TokenForm("gho_", 30), TokenForm("ghu_", 30), TokenForm("ghs_", 30), TokenForm("ghr_", 30),
    TokenForm("github_pat_", 30, "_"),  // GH, GitHub
    TokenForm("glpat-", 16, "-_."), TokenForm("gldt-", 16, "-_"), TokenForm("glrt-", 16, "-_."), TokenForm("glcbt-", 16, "-_"),
    TokenForm("glptt-", 16, "-_"), TokenForm("glft-", 16, "-_"), TokenForm("glimt-", 16, "-_"), TokenForm("glagent-", 16, "-_"),
    TokenForm("glsoat-", 16, "-_"), TokenForm("gloas-", 16, "-_"), TokenForm("glffct-", 16, "-_"),  // docs.gitlab.com/security/tokens
    TokenForm("ATATT3", 60, "-_="), TokenForm("ATCTT3", 60, "-_="), TokenForm("ATBB", 28),  // GH, Atlassian
    TokenForm("npm_", 30), TokenForm("pypi-AgE", 50, "-_"), TokenForm("rubygems_", 48), TokenForm("cio", 32),  // GH, registries
    TokenForm("oy2", 43), TokenForm("CLOJARS_", 60), TokenForm("dckr_pat_", 27, "-_"), TokenForm("dckr_oat_", 27, "-_"),  // GH, registries
    TokenForm("AKCp", 60), TokenForm("cmVmd", 55),  // GL, JFrog
    TokenForm("CCIPAT_", 40, "_"), TokenForm("bkua_", 40), TokenForm("pul-", 40), TokenForm("hvs.", 20, "-_"), TokenForm("hvb.", 20, "-_"),
    TokenForm("hvr.", 20, "-_"), TokenForm("sntrys_", 40, "+/=_"), TokenForm("sntryu_", 60), TokenForm("squ_", 40), TokenForm("sqp_", 40),
    TokenForm("sqa_", 40), TokenForm("glsa_", 32, "_"), TokenForm("glc_", 32, "+/="), TokenForm("dt0c01.", 80, "."),
    TokenForm("dp.pt.", 40), TokenForm("dp.st.", 40, "-_."), TokenForm("dp.ct.", 40),  // GH, of their companies
    // docs.newrelic.com/docs/apis
    TokenForm("NRAK-", 27), TokenForm("NRJS-", 19), TokenForm("NRII-", 32, "-"), TokenForm("NRIQ-", 32, "-"),
    // GH and GL
    TokenForm("PMAK-", 50, "-"), TokenForm("AGE-SECRET-KEY-1", 50), TokenForm("ops_eyJ", 100, "-_="), TokenForm("A3-", 30, "-"),
    // Chats and mail.
    TokenForm("xoxb-", 16, "-"), TokenForm("xoxp-", 16, "-"), TokenForm("xoxa-", 16, "-"), TokenForm("xoxr-", 16, "-"),
    TokenForm("xoxs-", 16, "-"), TokenForm("xoxe-", 16, "-"), TokenForm("xoxe.xox", 16, "-"), TokenForm("xoxc-", 16, "-"),
    TokenForm("xoxd-", 16, "-%"), TokenForm("xapp-", 16, "-"),  // docs.slack.dev/authentication/tokens
    TokenForm("SG.", 60, "-_."), TokenForm("xkeysib-", 60, "-"), TokenForm("key-", 32), TokenForm("pubkey-", 32),  // GH, of mails
    TokenForm("EAAC", 60), TokenForm("EAAB", 60), TokenForm("IGQV", 60, "-_"),  // GH, Meta
    // Money.
    TokenForm("sk_live_", 16), TokenForm("rk_live_", 16), TokenForm("sk_test_", 16), TokenForm("rk_test_", 16),
    TokenForm("whsec_", 24, "+/="),
    TokenForm("sk_org_", 16, "_"),  // docs.stripe.com/keys
    TokenForm("EAAA", 56, "-_"), TokenForm("sq0atp-", 22, "-_"), TokenForm("sq0csp-", 40, "-_"),  // developer.squareup.com/docs
    TokenForm("shpat_", 32), TokenForm("shpca_", 32), TokenForm("shppa_", 32), TokenForm("shpss_", 32),  // shopify.dev/docs
    TokenForm("access_token$production$", 32), TokenForm("access-production-", 32, "-"), TokenForm("FLWSECK", 32, "-_"),
    TokenForm("shippo_live_", 40), TokenForm("shippo_test_", 40), TokenForm("EZAK", 54), TokenForm("EZTK", 54),  // GH, of payments
    TokenForm("duffel_live_", 40, "-_="), TokenForm("duffel_test_", 40, "-_="), TokenForm("rzp_live_", 14),  // GH
    TokenForm("pat", 75, "."), TokenForm(".atlasv1.", 60, "-_=", isWithin: true),  // GL, Airtable and HashiCorp
    // Models.
    TokenForm("sk-ant-", 16, "-_"), TokenForm("sk-proj-", 16, "-_"), TokenForm("sk-svcacct-", 16, "-_"), TokenForm("sk-admin-", 16, "-_"),
    TokenForm("sk-or-v1-", 60), TokenForm("sk-", 32), TokenForm("hf_", 34), TokenForm("r8_", 37), TokenForm("gsk_", 40),
    TokenForm("pplx-", 40),
    TokenForm("xai-", 60), TokenForm("nvapi-", 60, "-_"), TokenForm("co_live_", 30),  // GH and GL, of their companies
    // Work.
    TokenForm("lin_api_", 32), TokenForm("lin_oauth_", 32), TokenForm("ntn_", 40), TokenForm("secret_", 40), TokenForm("figd_", 40, "-_"),
    TokenForm("CFPAT-", 40, "-_"), TokenForm("tfp_", 40, "-_"), TokenForm("rdme_", 60), TokenForm("pnu_", 36),
    TokenForm("fio-u-", 60, "-_="),
    TokenForm("pat-na1-", 36, "-"), TokenForm("pat-eu1-", 36, "-"), TokenForm("aio_", 28), TokenForm("sk.", 60, "-_."),
    // GH and GL
    TokenForm("phx_", 40), TokenForm("phs_", 40), TokenForm("patAT", 14, "."), TokenForm("ico-", 32), TokenForm("sl.", 100, "-_"),
    // URLs that are a secret as a whole.
    TokenForm("hooks.slack.com/services/", 20, "/", isWithin: true),  // docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    TokenForm("hooks.slack.com/workflows/", 20, "/", isWithin: true), TokenForm("hooks.slack.com/triggers/", 20, "/", isWithin: true),
    TokenForm("/webhooks/", 30, "/-_", isWithin: true),  // discord.com/developers/docs/resources/webhook
    TokenForm("webhook.office.com/", 40, "/-_@", isWithin: true), TokenForm("/webhook/", 40, "/-_@", isWithin: true),
    TokenForm("hooks.zapier.com/hooks/catch/", 8, "/", isWithin: true), TokenForm("/with/key/", 16, "-_", isWithin: true),  // IFTTT, Zapier
    TokenForm("/magic-link/", 16, "-_.", isWithin: true), TokenForm("/magiclink/", 16, "-_.", isWithin: true),
  ]
}
