// The declarations of OkHttp that a generated client uses, without code. The compiler needs them; nothing runs.
package okhttp3

import java.io.Closeable
import java.io.File
import java.io.InputStream

abstract class MediaType {
    companion object {
        fun String.toMediaTypeOrNull(): MediaType? = null
    }
}

open class RequestBody {
    companion object {
        fun String.toRequestBody(contentType: MediaType? = null) = RequestBody()
        fun ByteArray.toRequestBody(contentType: MediaType? = null) = RequestBody()
        fun File.asRequestBody(contentType: MediaType? = null) = RequestBody()
    }
}

class FormBody : RequestBody() {
    class Builder {
        fun add(name: String, value: String) = this
        fun build() = FormBody()
    }
}

class MultipartBody : RequestBody() {
    class Builder {
        fun setType(type: MediaType) = this
        fun addPart(headers: Headers?, body: RequestBody) = this
        fun build() = MultipartBody()
    }

    companion object {
        val FORM: MediaType = object : MediaType() {}
    }
}

class Headers {
    fun toMultimap(): Map<String, List<String>> = emptyMap()

    class Builder {
        fun add(name: String, value: String) = this
        fun build() = Headers()
    }

    companion object {
        fun Map<String, String>.toHeaders() = Headers()
    }
}

class HttpUrl {
    val encodedPathSegments: List<String> = emptyList()

    fun newBuilder() = Builder()

    class Builder {
        fun scheme(scheme: String) = this
        fun host(host: String) = this
        fun addPathSegment(pathSegment: String) = this
        fun addEncodedPathSegments(encodedPathSegments: String) = this
        fun addQueryParameter(name: String, value: String?) = this
        fun build() = HttpUrl()
    }

    companion object {
        fun String.toHttpUrlOrNull(): HttpUrl? = null
    }
}

class Request {
    class Builder {
        fun url(url: HttpUrl) = this
        fun headers(headers: Headers) = this
        fun head() = this
        fun delete(body: RequestBody?) = this
        fun patch(body: RequestBody) = this
        fun post(body: RequestBody) = this
        fun put(body: RequestBody) = this
        fun method(method: String, body: RequestBody?) = this
        fun build() = Request()
    }
}

abstract class ResponseBody {
    abstract fun byteStream(): InputStream
    abstract fun bytes(): ByteArray
    abstract fun string(): String
}

abstract class Response : Closeable {
    abstract val body: ResponseBody?
    abstract val code: Int
    abstract val headers: Headers
    abstract val isRedirect: Boolean
    abstract val isSuccessful: Boolean
    abstract val message: String

    abstract fun header(name: String): String?
}

interface Call {
    fun execute(): Response

    interface Factory {
        fun newCall(request: Request): Call
    }
}

interface Callback

class OkHttpClient : Call.Factory {
    override fun newCall(request: Request): Call = error("nothing runs")

    class Builder {
        fun build() = OkHttpClient()
    }
}
